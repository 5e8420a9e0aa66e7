/** A request with its response, as the tour shows and checks it. */
export interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly cookie: string | null;
}

export interface Json {
  readonly [name: string]: unknown;
}

export interface Asking {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request and parses the JSON response. */
export async function ask(method: string, url: string, { body, headers }: Asking = {}): Promise<Reply> {
  const response = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? null;
  return { status: response.status, body: text ? (JSON.parse(text) as Json) : {}, cookie };
}

/** Returns the value at a dotted path such as `data.items.0.id`. Throws when there is none. */
export function at(json: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => {
    if (typeof part !== 'object' || part === null || !(name in part))
      throw new Error(`The response has no ${path}: ${JSON.stringify(json)}`);
    return (part as Json)[name];
  }, json);
}

export function textAt(json: unknown, path: string): string {
  const value = at(json, path);
  if (typeof value !== 'string') throw new Error(`${path} should be text, and is ${JSON.stringify(value)}.`);
  return value;
}

export function numberAt(json: unknown, path: string): number {
  const value = at(json, path);
  if (typeof value !== 'number') throw new Error(`${path} should be a number, and is ${JSON.stringify(value)}.`);
  return value;
}

export function listAt(json: unknown, path: string): unknown[] {
  const value = at(json, path);
  if (!Array.isArray(value)) throw new Error(`${path} should be a list, and is ${JSON.stringify(value)}.`);
  return value;
}
