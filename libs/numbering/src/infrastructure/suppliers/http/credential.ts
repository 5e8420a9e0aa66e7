/** What proves to a supplier who asks: the headers of each request. Asked anew each time, as keys are replaced. */
export interface Credential {
  headers(): Promise<Readonly<Record<string, string>>>;
}

/** A key that goes into every request as it is, such as `authorization: Bearer …`. */
export function fixedCredential(header: string, value: string): Credential {
  return { headers: () => Promise.resolve({ [header]: value }) };
}
