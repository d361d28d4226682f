"""Draws the layers of a GeoPackage with the styles that it has, without a window: qgis-map.py FILE PICTURE"""

import sys

from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsMapRendererParallelJob,
    QgsMapSettings,
    QgsRectangle,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QColor

# The middle of Aldermoor in Web Mercator.
EXTENT = QgsRectangle(-213300, 7151050, -210700, 7152675)

# From the top down.
LAYERS = ["georeferences", "areas", "subjects"]

file, picture = sys.argv[1:]
program = QgsApplication([], False)
program.initQgis()
layers = [QgsVectorLayer(f"{file}|layername={name}", name, "ogr") for name in LAYERS]
if not all(layer.isValid() for layer in layers):
    sys.exit(f"QGIS cannot open {file}.")
settings = QgsMapSettings()
settings.setLayers(layers)
settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
settings.setExtent(EXTENT)
settings.setOutputSize(QSize(1200, 750))
settings.setBackgroundColor(QColor("white"))
job = QgsMapRendererParallelJob(settings)
job.start()
job.waitForFinished()
job.renderedImage().save(picture)
# Without this order, QGIS crashes when Python ends.
del job, settings, layers
program.exitQgis()
