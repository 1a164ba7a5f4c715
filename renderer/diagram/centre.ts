/**
 * The centre of what is shown, `half` of it on each side: nothing beside the diagram is shown as long as there is more of
 * it. All along one axis, in the diagram's own pixels.
 *
 * @param wanted what would best be in the middle
 * @param from where the diagram begins
 * @param to where it ends
 */
export const centreWithin = (wanted: number, half: number, from: number, to: number): number =>
  to - from <= 2 * half ? (from + to) / 2 : Math.min(Math.max(wanted, from + half), to - half);
