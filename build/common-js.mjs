// Apart from bundle.mjs, which is a program: bundled into another one it would take itself for the one that was started.

/** What CommonJS packages inside an ES module expect: `require` for Node's own modules, and the name of their file. */
export const requireForCommonJs = [
  "import { createRequire as requireFrom } from 'node:module';",
  'const require = requireFrom(import.meta.url); const __filename = import.meta.filename;',
].join(' ');
