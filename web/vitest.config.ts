import { defineConfig, mergeConfig } from "vitest/config";
import page from "./vite.config";

// A file of its own, so that the page is built without the packages that test it.
export default mergeConfig(
  page,
  defineConfig({
    test: {
      include: ["tests/**/*.test.ts"],
      environment: "happy-dom",
      pool: "vmThreads", // creates the environment once per worker
      restoreMocks: true,
      unstubGlobals: true,
    },
    // Outside a browser, Svelte would resolve to its server-side build.
    resolve: { conditions: ["browser"] },
  }),
);
