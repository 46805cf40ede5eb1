"""Distances on the globe, and how far around a place people still say that they are there."""

import math

EARTH_RADIUS = 6371.0088
"""Mean radius in kilometres (IUGG)."""

CITY_KILOMETRES = 20
"""Where people still say that they are in or near a town: half an hour's drive. Farther out only region and country are told."""


def direction(latitude: float, longitude: float) -> tuple[float, float, float]:
    """A position in degrees as a unit vector from the Earth's centre, towards 0° 0°, 0° 90° E and the North Pole."""
    north, east = math.radians(latitude), math.radians(longitude)
    return math.cos(north) * math.cos(east), math.cos(north) * math.sin(east), math.sin(north)
