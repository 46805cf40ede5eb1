from app.domain.match import RankedPhoto


def bar_of(photo: RankedPhoto) -> str:
    return f"{photo.match_percentage} % of best"
