// The package has no types; these are the parts that the authorization server and the issuer of the tests use.
declare module 'oidc-provider' {
  import type { KeyObject } from 'node:crypto';
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** The Koa context of a request. */
  export interface ProviderContext {
    readonly req: IncomingMessage;
    readonly path: string;
    readonly method: string;
    status: number;
    type: string;
    body: unknown;
    accepts(...types: string[]): string | false;
    set(name: string, value: string | string[]): void;
    remove(name: string): void;
    readonly response: { get(name: string): string | readonly string[] };
    readonly oidc: {
      readonly route: string;
      /** Set once the client has authenticated. */
      readonly client?: { readonly clientId: string };
      readonly params?: Readonly<Record<string, unknown>>;
      readonly body?: Readonly<Record<string, unknown>>;
      readonly requestParamScopes: ReadonlySet<string>;
      readonly result?: { readonly consent?: { readonly grantId: string } };
    };
  }

  interface ClientModel {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly [metadata: string]: unknown;
  }

  interface GrantModel {
    getResourceScope(resource: string): string;
    getResourceScopeFiltered(resource: string, filter: Iterable<string>): string;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    static readonly ctx: ProviderContext | undefined;

    constructor(issuer: string, configuration: object);
    proxy: boolean;
    silent: boolean;
    readonly RefreshToken: {
      new (state: object): { save(): Promise<string> };
      readonly prototype: { generateTokenId: () => string };
    };
    readonly Client: {
      find(id: string): Promise<ClientModel | undefined>;
      readonly prototype: {
        compareClientSecret: (this: ClientModel, actual: string) => boolean;
        responseModeAllowed: (this: ClientModel, mode?: string, type?: string) => boolean;
      };
    };
    readonly Grant: { new (state: object): GrantModel; readonly prototype: GrantModel };
    use(middleware: (context: ProviderContext, next: () => Promise<void>) => Promise<void>): void;
    on(event: 'server_error', listener: (context: ProviderContext, error: unknown) => void): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  }

  export abstract class ExternalSigningKey {
    kid: string;
    alg: string;
    abstract keyObject(): KeyObject;
    abstract sign(data: Buffer): Buffer;
  }

  export const errors: {
    readonly InvalidGrant: new (detail: string) => Error;
    readonly InvalidRequest: new (description: string) => Error;
    readonly InvalidScope: new (description: string, scope?: string) => Error;
    readonly InvalidTarget: new () => Error;
    readonly SessionNotFound: new (description: string) => Error;
    readonly UnsupportedResponseType: new () => Error;
  };

  export const interactionPolicy: {
    readonly base: () => { add(prompt: object): void; remove(name: string): void };
    readonly Prompt: new (
      info: { readonly name: string; readonly requestable: boolean },
      ...checks: object[]
    ) => object;
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (context: ProviderContext) => boolean,
    ) => object;
  };
}
