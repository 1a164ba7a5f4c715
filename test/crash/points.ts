/** Tells the points that a process comes by apart: by its name, by the one before it, and by how often it came by. */
export function steps(): (name: string) => string {
  const times = new Map<string, number>();
  let last = '';
  return (name) => {
    const step = `${last} > ${name}`;
    last = name;
    const count = (times.get(step) ?? 0) + 1;
    times.set(step, count);
    return `${step} ${count}`;
  };
}

/** Another one in each scene. */
const RUN_ID = /\d{8}-\d{6}-[0-9a-f]{4}/g;
const BEFORE_OR_AFTER = /^(before|after) (.*)$/;

/**
 * Tells the points of a run apart, in whatever scene and process it comes by them: by their name, and by how often what it names was
 * done.
 *
 * @returns gives the place of each point, in the order in which all processes came by them
 */
export function places(): (name: string) => string {
  const done = new Map<string, number>();
  let child = '';
  return (name) => {
    const [, when = '', what = ''] = BEFORE_OR_AFTER.exec(name.replaceAll(RUN_ID, 'RUN')) ?? [];
    // The end of a child does not say of which.
    const write = what === 'child ended' ? `end of ${child}` : what;
    if (write.startsWith('child ')) child = write;
    const time = (done.get(write) ?? 0) + 1;
    if (when === 'after') done.set(write, time);
    return `${when} ${write}, time ${time}`;
  };
}

/** The places of points, in their order. */
export const placesOf = (points: readonly string[]): string[] => points.map(places());
