/** The authentication of requests to a supplier. `headers` is called for each request, because keys are rotated. */
export interface Credential {
  headers(): Promise<Readonly<Record<string, string>>>;
}

/** Creates a credential that is a constant header, such as `authorization: Bearer …`. */
export function fixedCredential(header: string, value: string): Credential {
  return { headers: () => Promise.resolve({ [header]: value }) };
}
