"""The colours of pictures that carry no profile but a name for it, as an ICC profile: CICP's numbers (ITU-T H.273) and EXIF's word."""

import struct
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Chromaticity = tuple[float, float]
Curve = Callable[[NDArray[np.float64]], NDArray[np.float64]]

_D65 = (0.3127, 0.3290)
_PRIMARIES: dict[int, tuple[Chromaticity, ...]] = {
    1: ((0.640, 0.330), (0.300, 0.600), (0.150, 0.060), _D65),  # BT.709, sRGB
    9: ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046), _D65),  # BT.2020
    11: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351)),  # DCI-P3
    12: ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), _D65),  # Display P3
}
"""Red, green, blue and white. Those of old television are near enough to sRGB's, which also stands for "unspecified"."""
_GAMMAS = {4: 2.2, 5: 2.8, 8: 1.0}
_PQ, _HLG = 16, 18
_WHITE_NITS = 203.0
"""Luminance of diffuse white in HDR pictures (ITU-R BT.2408), which becomes nearly white; highlights are pressed into the rest."""
_KNEE = 0.8
_STEPS = 1024

_BRADFORD = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
_D50 = np.array([0.9642, 1.0, 0.8249])


def nclx_numbers(content: bytes) -> tuple[int, int]:
    """Primaries and transfer of the first `colr` box of an ISO base media file; 2 stands for unspecified."""
    found = content.find(b"colrnclx")
    return struct.unpack_from(">HH", content, found + 8) if 0 < found <= len(content) - 12 else (2, 2)


@lru_cache(maxsize=16)
def profile_of(primaries: int, transfer: int) -> bytes | None:
    """An ICC profile (version 2, matrix and curves) for these numbers; None where they are sRGB's, unknown or near enough to it."""
    chosen = primaries if primaries in _PRIMARIES else 1
    curve = _curve(transfer)
    if chosen == 1 and curve is None:
        return None
    return _matrix_profile(f"CICP {primaries}/{transfer}", _PRIMARIES[chosen], curve or _srgb)


@lru_cache(maxsize=1)
def adobe_rgb() -> bytes:
    """An ICC profile for the optional colour space of DCF (CIPA DC-009), which cameras name in EXIF and do not embed."""
    return _matrix_profile("Adobe RGB (1998)", ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06), _D65), lambda coded: coded ** (563 / 256))


def _matrix_profile(name: str, primaries: tuple[Chromaticity, ...], curve: Curve) -> bytes:
    columns = _to_d50(primaries)
    tags = {b"desc": _description(name), b"wtpt": _xyz(_D50)}
    tags |= {tag: _xyz(columns[:, index]) for index, tag in enumerate((b"rXYZ", b"gXYZ", b"bXYZ"))}
    tags |= dict.fromkeys((b"rTRC", b"gTRC", b"bTRC"), _sampled(curve))
    return _profile(tags)


def _curve(transfer: int) -> Curve | None:
    """From coded values to light, 1.0 being white; None for what cannot be told from sRGB's curve."""
    if transfer == _PQ:
        return lambda coded: _pressed(_perceptual_quantizer(coded) / _WHITE_NITS)
    if transfer == _HLG:
        return lambda coded: _pressed((_hybrid_log_gamma(coded) / _hybrid_log_gamma(np.array(0.75))) ** 1.2)
    gamma = _GAMMAS.get(transfer)
    return (lambda coded: coded**gamma) if gamma else None


def _srgb(coded: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(coded <= 0.04045, coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4)


def _perceptual_quantizer(coded: NDArray[np.float64]) -> NDArray[np.float64]:
    """Nits of a PQ value (SMPTE ST 2084)."""
    powered = coded ** (1 / 78.84375)
    return 10_000 * (np.maximum(powered - 0.8359375, 0) / (18.8515625 - 18.6875 * powered)) ** (1 / 0.1593017578125)


def _hybrid_log_gamma(coded: NDArray[np.float64]) -> NDArray[np.float64]:
    """Light of the scene of an HLG value (ITU-R BT.2100)."""
    return np.where(coded <= 0.5, coded**2 / 3, (np.exp((coded - 0.55991073) / 0.17883277) + 0.28466892) / 12)


def _pressed(light: NDArray[np.float64]) -> NDArray[np.float64]:
    """Light above the knee bent so that it never passes white."""
    room = 1 - _KNEE
    return np.where(light <= _KNEE, light, 1 - room * np.exp((_KNEE - np.maximum(light, _KNEE)) / room))


def _to_d50(primaries: tuple[Chromaticity, ...]) -> NDArray[np.float64]:
    """XYZ of red, green and blue as columns, seen under D50 (Bradford adaptation, ICC.1 annex E)."""
    red, green, blue, white = (np.array([x / y, 1.0, (1 - x - y) / y]) for x, y in primaries)
    columns = np.stack([red, green, blue], axis=1)
    columns = columns * np.linalg.solve(columns, white)
    adapted = np.linalg.inv(_BRADFORD) @ np.diag((_BRADFORD @ _D50) / (_BRADFORD @ white)) @ _BRADFORD
    return np.asarray(adapted @ columns)


def _sampled(curve: Curve) -> bytes:
    values = np.rint(np.clip(curve(np.linspace(0, 1, _STEPS)), 0, 1) * 65_535).astype(">u2")
    return b"curv" + struct.pack(">II", 0, _STEPS) + bytes(values.tobytes())


def _xyz(values: NDArray[np.float64]) -> bytes:
    return b"XYZ \0\0\0\0" + np.rint(values * 65_536).astype(">i4").tobytes()


def _description(text: str) -> bytes:
    return b"desc" + struct.pack(">II", 0, len(text) + 1) + text.encode() + b"\0" * 79


def _profile(tags: dict[bytes, bytes]) -> bytes:
    """Header, table of tags, tags, each on a multiple of four bytes (ICC.1:2001-04)."""
    table, body, start = struct.pack(">I", len(tags)), b"", 132 + 12 * len(tags)
    for name, tag in tags.items():
        table += struct.pack(">4sII", name, start + len(body), len(tag))
        body += tag + b"\0" * (-len(tag) % 4)
    header = struct.pack(">I4xI12s12x4s", start + len(body), 0x02400000, b"mntrRGB XYZ ", b"acsp")
    illuminant: bytes = np.rint(_D50 * 65_536).astype(">i4").tobytes()
    return (header.ljust(68, b"\0") + illuminant).ljust(128, b"\0") + table + body
