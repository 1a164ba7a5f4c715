/** The path of a port that is a TCP stream: `tcp://127.0.0.1:9090`. */
export const tcpPath = (host: string, port: number): string => `tcp://${host}:${port}`;

/** What such a path names; null for every other. */
export function tcpOf(path: string): { host: string; port: number } | null {
  const [, host, digits] = /^tcp:\/\/\[?([^\s/]+?)\]?:(\d{1,5})$/.exec(path) ?? [];
  const port = Number(digits);
  return host === undefined || port < 1 || port > 65_535 ? null : { host, port };
}
