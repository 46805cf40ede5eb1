"""The first gate: each claim once, with references that follow. It drops exact duplicates and nothing else."""

from app.assistant.reply import AssistantReply, ClaimReference


def normalize_claims(reply: AssistantReply) -> AssistantReply:
    """The reply with unique claims in the order of their first appearance; a reference to no claim stays one to no claim."""
    written = [claim.model_dump_json() for claim in reply.claims]
    unique = dict(zip(reversed(written), reversed(reply.claims), strict=True))
    places = {text: place for place, text in enumerate(dict.fromkeys(written))}
    claims = tuple(unique[text] for text in places)
    answer = tuple(
        statement.model_copy(update={"ref": places[written[statement.ref]]})
        if isinstance(statement, ClaimReference) and 0 <= statement.ref < len(written)
        else statement
        for statement in reply.answer
    )
    return reply.model_copy(update={"answer": answer, "claims": claims})
