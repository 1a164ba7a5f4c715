/** The columns of a row, for a style sheet's grid: its time, then the ports. */
export const columnGrid = (ports: number): string => `13ch repeat(${ports}, minmax(0, 1fr))`;
