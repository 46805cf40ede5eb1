"""The use cases, free of Qt: index folders, search photos, describe them. The one place that knows the order of the flow."""
