import path from 'node:path';

export interface DemoPlaces {
  /** The shipped demos. */
  demoDir: string;
  /** Where prepared ones go, below the data folder. */
  into: string;
}

export const demoPlaces = (resources: string, home: string): DemoPlaces => ({
  demoDir: path.join(resources, 'demo'),
  into: path.join(home, 'demo'),
});
