/**
 * What our own code is judged by, and what stands in for boards: only tests and benchmarks need these.
 *
 * @type {readonly import('./system-packages.mjs').SystemPackage[]}
 */
export const peerPackages = [
  { debian: 'wine', command: 'wine', why: 'runs batch files as Windows does' },
  { debian: 'wine64', why: 'runs batch files as Windows does' },
];
