const START = 9;
const END = 6;

/** Shortens the middle of an ID. Its ends tell it from others of its kind. */
export const shortened = (id: string): string =>
  id.length <= START + END + 1 ? id : `${id.slice(0, START)}…${id.slice(-END)}`;
