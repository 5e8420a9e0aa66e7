/** Where calls are sent, and as whom. */
export interface Target {
  /**
   * Address of the API without `/v1`. Default: `TRUNKLINE_URL` of the environment, in a browser the page's own origin. Must
   * begin with https:// or http://, or be empty in a browser.
   */
  readonly rootUrl?: string;
  /**
   * API key or OAuth access token. Default: `TRUNKLINE_API_KEY` of the environment. Without one, the browser's session cookie
   * is the credential.
   */
  readonly token?: string | (() => string | Promise<string>);
}

interface Platform {
  /** Of Node, Deno and Bun. */
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  /** Of browsers. */
  readonly location?: object;
}

const { process: runtime, location } = globalThis as Platform;

const variable = (name: string): string | undefined => runtime?.env?.[name]?.trim() || undefined;

/** Returns the address without a slash at its end. Throws a TypeError that says how to set it. */
export function rootUrlOf({ rootUrl }: Target): string {
  const text = rootUrl?.trim() ?? variable('TRUNKLINE_URL') ?? '';
  if (text === '' && !location)
    throw new TypeError('Pass rootUrl or set TRUNKLINE_URL, such as https://api.example.com.');
  const fault = text && faultOf(text);
  if (fault) throw new TypeError(fault);
  return text.replace(/\/$/, '');
}

function faultOf(text: string): string | undefined {
  if (!/^https?:\/\/./i.test(text) || !URL.canParse(text))
    // What stands before an @ may be a password.
    return `The address of the API must begin with https:// or http://, as in https://api.example.com: ${text.split('@').at(-1)}`;
  const { username, password, host } = new URL(text);
  // Without the address, which contains the password.
  if (username || password) return `Leave out user and password in the address of the API at ${host}.`;
  if (/[?#]/.test(text)) return `Leave out query and fragment of the address of the API: ${text}`;
  return /\/v1\/?$/.test(text) ? `Leave out /v1 at the end of the address of the API: ${text}` : undefined;
}

/** Throws a TypeError for a path that could lead to another host, to which the credential must not be sent. */
export function assertPath(path: string): void {
  if (!/^\/(?![/\\])[^\t\n\r]*$/.test(path))
    throw new TypeError(`The path must begin with one /, as in /v1/numbers: ${path}`);
}

/**
 * Returns what to do about a rejected call without a key: nothing in a browser, whose session is the credential, and for a
 * sign-in, whose body has it.
 */
export const remedyOf = (headers: Headers, path: string): string =>
  location || headers.has('authorization') || path.startsWith('/v1/auth/')
    ? ''
    : ' Pass token or set TRUNKLINE_API_KEY.';

/** Returns the credential. Throws a TypeError, without naming it, if it cannot be one. */
export async function tokenOf({ token }: Target): Promise<string | undefined> {
  const value = (typeof token === 'function' ? await token() : token) ?? variable('TRUNKLINE_API_KEY');
  if (value && /[^\x21-\x7e]/.test(value))
    throw new TypeError('The API key has a space, a line break or another character that no key contains.');
  return value;
}
