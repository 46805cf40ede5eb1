"""The first gate: each claim once, with references that follow. It drops exact duplicates and nothing else."""

from app.assistant.reply import AssistantReply, Claim, ClaimReference, Statement


def normalize_claims(reply: AssistantReply) -> AssistantReply:
    """The reply with unique claims in the order of their first appearance; a reference to no claim stays one to no claim."""
    unique = {_exactly(claim): claim for claim in reply.claims}
    places = {exactly: place for place, exactly in enumerate(unique)}

    def moved(statement: Statement) -> Statement:
        if isinstance(statement, ClaimReference) and statement.ref in range(len(reply.claims)):
            return statement.model_copy(update={"ref": places[_exactly(reply.claims[statement.ref])]})
        return statement

    return reply.model_copy(update={"answer": tuple(map(moved, reply.answer)), "claims": tuple(unique.values())})


def _exactly(claim: Claim) -> str:
    """To Python 400 equals 400.0; here they differ."""
    return claim.model_dump_json()
