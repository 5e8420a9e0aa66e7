import { VERSION } from '@trunkline/platform';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Settings } from '@trunkline/platform';
import { declaredPolicy, ENDPOINT_EXTENSION, type Policy } from '../endpoint/endpoint';
import { responsesOf } from './responses';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
}

type Operation = Record<string, unknown> & { parameters?: Parameter[] };
type PathItem = Record<string, Operation>;

export const API_VERSION = VERSION;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const INTRODUCTION = `Phone numbers, SIP trunks, routing, call records, billing and compliance.

Every JSON answer is an envelope: \`{ "ok": true, "data": … }\` or \`{ "ok": false, "error": { code, message, fields? } }\`.
Money is signed integer cents of USD unless a name ends in \`_display\`; times are integer Unix seconds.
Lists are \`{ items, next_cursor }\`: send \`next_cursor\` back as \`cursor\`. Unknown query parameters and body members are
refused by name. Send an \`Idempotency-Key\` with a change to make repeating it harmless for 24 hours.`;

const OPERATOR_INTRODUCTION = 'For the people who run the service: the internal listener, with an operator token.';

/** The whole description of what this process serves, before it is split by listener. */
export function describeApi(
  app: NestExpressApplication,
  settings: Settings,
): { api: OpenAPIObject; operator: OpenAPIObject } {
  const whole = SwaggerModule.createDocument(app, builder(settings).build(), { operationIdFactory: operationId });
  for (const [path, item] of Object.entries(whole.paths)) complete(path, item as unknown as PathItem);
  return {
    api: only(whole, (path) => !path.startsWith('/operator')),
    operator: {
      ...only(whole, (path) => path.startsWith('/operator')),
      info: { ...whole.info, title: 'Trunkline operator interface', description: OPERATOR_INTRODUCTION },
      servers: [{ url: `http://${settings.INTERNAL_HOST}:${settings.INTERNAL_PORT}` }],
    },
  };
}

function builder(settings: Settings): DocumentBuilder {
  return new DocumentBuilder()
    .setTitle('Trunkline API')
    .setDescription(INTRODUCTION)
    .setVersion(API_VERSION)
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(settings.ROOT_URL)
    .addCookieAuth(
      'svc_sid',
      { type: 'apiKey', in: 'cookie', name: 'svc_sid', description: 'Session of the dashboard.' },
      'session',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API key, `svc_live_…`.' }, 'key')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'OAuth access token (RFC 9068).' },
      'oauth',
    )
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'Operator token.' }, 'operator');
}

function operationId(controller: string, method: string): string {
  return `${controller.replace(/Controller$/, '')}_${method}`;
}

function complete(path: string, item: PathItem): void {
  for (const method of METHODS) {
    const declared = item[method];
    if (!declared) continue;
    const { [ENDPOINT_EXTENSION]: index, ...operation } = declared;
    const policy = declaredPolicy(index as number, method);
    item[method] = {
      ...operation,
      ...descriptionOf(operation, policy),
      parameters: [...(operation.parameters ?? []).map(withExample), ...headersOf(policy)],
      responses: responsesOf(policy, path),
      security: securityOf(policy),
    };
  }
}

const IN_PATHS: Readonly<Record<string, object>> = {
  e164: { description: 'E.164; the + may be left out.', example: '+4930901820' },
  country: { description: 'ISO 3166-1 alpha-2; ZZ for iNum.', example: 'DE' },
  processor: { description: '`stripe` or `sandbox`, whichever charges cards.', example: 'stripe' },
  provider: { description: '`oauth_idp1` or `oauth_idp2`.', example: 'oauth_idp1' },
};
const AN_ID = { description: 'Opaque identifier.', example: 'num_0mh2k3l4p9f1c2d3e4b5a6978' };

function withExample(parameter: Parameter): Parameter {
  return parameter.in === 'path' ? { ...parameter, ...(IN_PATHS[parameter.name] ?? AN_ID) } : parameter;
}

function securityOf({ access, credentials }: Policy): object[] {
  if (access === 'public') return [];
  return access === 'operator' ? [{ operator: [] }] : credentials.map((credential) => ({ [credential]: [] }));
}

function descriptionOf(operation: Operation, { permissions, recentSignIn }: Policy): { description?: string } {
  const needs = permissions.length > 0 ? [`Needs ${permissions.map((each) => `\`${each}\``).join(' and ')}.`] : [];
  const recent = recentSignIn ? ['Needs a session that signed in within 15 minutes, or `password` in the body.'] : [];
  const text = [operation['description'], ...needs, ...recent].filter(Boolean).join('\n\n');
  return text ? { description: text } : {};
}

function headersOf(policy: Policy): Parameter[] {
  const header = (name: string, description: string, example: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
    example,
  });
  const isOurs = policy.access !== 'public' && policy.access !== 'operator';
  return [
    ...(isOurs
      ? [header('X-Account-Id', 'Selects the account, for users of several.', 'acc_0mh2k3l4p9f1c2d3e4b5a6978')]
      : []),
    ...(policy.isChange && policy.idempotency !== 'none'
      ? [header('Idempotency-Key', 'Makes repeating this request harmless for 24 hours.', 'order-2026-11-21-001')]
      : []),
    ...(policy.hasEtag && policy.isChange
      ? [header('If-Match', 'Only if the resource still has this ETag.', '"q83vEjRWeJq83vEjRWeJqw"')]
      : []),
  ];
}

/** The paths that `wanted` keeps, and of the schemas those that they reach. */
function only(document: OpenAPIObject, wanted: (path: string) => boolean): OpenAPIObject {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => wanted(path)));
  const schemas = document.components?.schemas ?? {};
  const reached = new Set<string>();
  const reach = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/#\/components\/schemas\/([^"]+)"/g)) {
      if (name === undefined || reached.has(name)) continue;
      reached.add(name);
      reach(schemas[name] ?? {});
    }
  };
  reach(paths);
  const kept = Object.fromEntries(Object.entries(schemas).filter(([name]) => reached.has(name)));
  return { ...document, paths, components: { ...document.components, schemas: kept } };
}
