import { type Settings, VERSION } from '@trunkline/platform';
import { controllers } from '../controllers';
import { type ControllerClass } from '../http/openapi/operations';
import { describe, type OpenApiDocument } from '../http/openapi/document';
import { operatorControllers } from '../operator';
import { CUSTOMER_PATHS, OPERATOR_PATHS } from './path-parameters';
import { CUSTOMER_TAGS, OPERATOR_TAGS } from './tags';

const INTRODUCTION = `The Trunkline API manages phone numbers, SIP trunks, call routing, call records and billing.

**Requests.** Send JSON. Unknown query parameters and body members are rejected with 422 and named in \`fields\`. A \`PATCH\`
changes only the members that you send; \`null\` clears a nullable member.

**Responses.** Every JSON response is an envelope: \`{ "ok": true, "data": … }\` on success, or
\`{ "ok": false, "error": { "code", "message", "fields"? } }\` on failure. Each error response of this reference lists its
possible codes in \`x-codes\`. Quote the \`X-Request-Id\` header when you contact support.

**Lists** return \`{ "items": […], "next_cursor": … }\`. Send \`next_cursor\` as \`cursor\` to get the next page.

**Money** is in integer US cents unless a name ends in \`_display\`. **Times** are integer Unix seconds.

**Retries.** Send an \`Idempotency-Key\` with a change: repeating the request with the same key within 24 hours returns the
stored response, with \`Idempotent-Replayed: true\`, and changes nothing again. The same key with another body returns 422
\`idempotency_key_reused\`.

**Concurrent changes.** Responses for a single resource carry an \`ETag\`. Send it as \`If-Match\` with a \`PATCH\` or \`PUT\` to
change the resource only if nothing else has changed it.

**Permissions.** \`x-permissions\` lists what the credential must cover. A request may do what both the user's role in the
account and the scopes of the credential permit.

**Rate limits** apply per account and per minute; see the \`X-RateLimit-*\` headers.`;

const OPERATOR_INTRODUCTION = `The Trunkline operator API runs the service: accounts, the ledger, carriers, live calls and the sandbox.

It is served on the internal listener only and requires an operator token. Every change is recorded in the audit trail.
Responses use the same envelope as the customer API.`;

const SECURITY_SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_sid',
    description:
      'Dashboard session. Set by signing in; lasts 24 hours, or 30 days from its last use with `trust_device`. A change ' +
      'also requires an `Origin` or `Referer` header of the dashboard or of this API (403 `csrf_rejected`).',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'svc_live_[A-Za-z0-9]{32}',
    description: 'API key: `Authorization: Bearer svc_live_…`. Create one with `POST /v1/api-keys`.',
  },
  oauth: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'OAuth 2.0 access token (RFC 9068), signed by a key of `/.well-known/jwks.json`.',
  },
};

const OPERATOR_SECURITY_SCHEMES = {
  operator: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'opaque',
    description: 'Operator token: one of `OPERATOR_TOKENS` of the service settings.',
  },
};

/** The server URLs of the documents. */
export interface Servers {
  readonly api: string;
  readonly operator: string;
}

export function serversOf({ ROOT_URL, INTERNAL_HOST, INTERNAL_PORT }: Settings): Servers {
  return { api: ROOT_URL, operator: `http://${INTERNAL_HOST}:${INTERNAL_PORT}` };
}

export interface Documents {
  readonly api: OpenApiDocument;
  readonly operator: OpenApiDocument;
}

/** By server URLs. Describing takes a tenth of a second, and a process of tests starts many APIs. */
const described = new Map<string, Documents>();

/** Returns the document of each listener, described once per process. */
export function describeApi(servers: Servers): Documents {
  const key = JSON.stringify(servers);
  const documents = described.get(key) ?? describeListeners(servers);
  described.set(key, documents);
  return documents;
}

function describeListeners(servers: Servers): Documents {
  const operators: readonly ControllerClass[] = operatorControllers;
  return {
    api: describe(
      controllers.filter((controller) => !operators.includes(controller)),
      {
        title: 'Trunkline API',
        description: INTRODUCTION,
        version: VERSION,
        server: servers.api,
        tags: CUSTOMER_TAGS,
        pathParameters: CUSTOMER_PATHS,
        securitySchemes: SECURITY_SCHEMES,
      },
    ),
    operator: describe(operators, {
      title: 'Trunkline operator API',
      description: OPERATOR_INTRODUCTION,
      version: VERSION,
      server: servers.operator,
      tags: OPERATOR_TAGS,
      pathParameters: OPERATOR_PATHS,
      securitySchemes: OPERATOR_SECURITY_SCHEMES,
    }),
  };
}
