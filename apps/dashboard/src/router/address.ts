const BASE = '/dashboard/';
/** Longer than the path of any page, whose ids and numbers are short. */
const PATH_MAX = 1000;

/** Whether the path of an address is one that the router can read, and that a page can have. */
function isReadable(path: string): boolean {
  try {
    return path.length <= PATH_MAX && !/\p{Cc}/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

/** Returns a path that no page has for one that cannot be read, such as with `%ff`, and any other unchanged. */
export const readablePath = (path: string): string =>
  isReadable(path) ? path : BASE + encodeURIComponent(path.slice(BASE.length, PATH_MAX));
