// Apart from bundle.mjs, which is a program: bundled into another one it would take itself for the one that was started.

/** CommonJS packages inside an ES module call `require` for Node's own modules. */
export const requireForCommonJs =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";
