"""What lies below the routes: projection, coastlines, rivers, parks and regions."""
