"""What countries are called besides: abbreviations, and names in the languages in which programs write places into photos."""

_NAMES = (
    "united states|united states of america|usa|us|u.s.a|u.s|vereinigte staaten"
    "|états-unis|etats-unis|estados unidos|stati uniti|förenta staterna",
    "united kingdom|uk|u.k|great britain|britain|storbritannien|storbritannia|vereinigtes königreich|großbritannien|royaume-uni|reino unido"
    "|regno unito",
    "netherlands|the netherlands|holland|nederland|niederlande|nederländerna|pays-bas|países bajos|paesi bassi",
    "czechia|czech republic|česko|tschechien|tjeckien|tchéquie|república checa",
    "united arab emirates|uae",
    "germany|deutschland|tyskland|allemagne|alemania|germania|duitsland|alemanha",
    "france|frankreich|frankrike|frankrig|francia|frankrijk|frança",
    "italy|italia|italien|italie|italië|itália",
    "spain|españa|spanien|espagne|spagna|spanje|espanha",
    "portugal|portogallo",
    "austria|österreich|østrig|østerrike|autriche|oostenrijk",
    "switzerland|schweiz|suisse|svizzera|suiza|sveits|zwitserland|suíça",
    "belgium|belgië|belgique|belgien|belgio|bélgica",
    "denmark|danmark|dänemark|danemark|dinamarca|danimarca|denemarken",
    "sweden|sverige|schweden|suède|suecia|svezia|zweden|suécia",
    "norway|norge|norwegen|norvège|noruega|norvegia|noorwegen",
    "finland|suomi|finnland|finlande|finlandia",
    "iceland|ísland|island|islande|islandia|islanda|ijsland",
    "poland|polska|polen|pologne|polonia|polônia",
    "hungary|magyarország|ungarn|ungern|hongrie|hungría|ungheria",
    "greece|ελλάδα|griechenland|grekland|grèce|grecia",
    "croatia|hrvatska|kroatien|croatie|croacia|croazia",
    "slovakia|slovensko|slowakei|slovakien",
    "slovenia|slovenija|slowenien|slovenien",
    "ireland|éire|irland|irlande|irlanda|ierland",
    "turkey|türkiye|türkei|turkiet|turquie|turquía|turchia",
    "russia|россия|russland|ryssland|russie|rusia",
    "japan|日本|japon|japón|giappone",
    "china|中国|chine|cina|kina",
    "south korea|한국|대한민국|südkorea|sydkorea",
    "india|भारत|indien|inde",
    "australia|australien|australie|australië",
    "new zealand|neuseeland|nya zeeland|nouvelle-zélande|nueva zelanda|nuova zelanda|aotearoa",
    "canada|kanada|canadá",
    "mexico|méxico|mexiko|mexique|messico",
    "brazil|brasil|brasilien|brésil|brasile",
    "argentina|argentinien|argentine",
    "south africa|südafrika|sydafrika|suid-afrika|afrique du sud|sudáfrica",
    "egypt|مصر|ägypten|egypten|égypte|egipto|egitto",
    "morocco|المغرب|marokko|marocko|maroc|marruecos|marocco",
    "thailand|ประเทศไทย|thaïlande|tailandia",
    "vietnam|việt nam",
)  # fmt: skip
_COUNTRIES = tuple(tuple(each.split("|")) for each in _NAMES)
_ENGLISH = {name: names[0].title() for names in _COUNTRIES for name in names}
_OTHERS = {name: tuple(other for other in names if other != name) for names in _COUNTRIES for name in names}


def other_names(country: str) -> tuple[str, ...]:
    """What else a country is called; empty for what is none of these. `country` may have capitals and a last full stop."""
    return _OTHERS.get(country.casefold().rstrip("."), ())


def english_name(country: str) -> str:
    """What a country is called in English; any other name as it is."""
    return _ENGLISH.get(country.casefold().rstrip("."), country)
