"""Pictures drawn by code: a small raster canvas and the scenes of the sample library."""
