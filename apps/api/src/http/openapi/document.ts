import { DocumentBuilder } from '@nestjs/swagger';
import type { Policy } from '../endpoint/policy';
import { Components } from './components';
import { type ControllerClass, type Operation, operationsOf } from './operations';
import { Parameters, type PathParameters } from './parameters';
import { Responses } from './responses';
import { type DtoClass, fieldsOf } from './schema';

const FORM = 'application/x-www-form-urlencoded';
const CSV_FILE = { type: 'string', format: 'binary', description: 'The file.', examples: ['(binary)'] };

/** The parts of a document other than its operations. */
export interface Reference {
  readonly title: string;
  readonly description: string;
  readonly version: string;
  readonly server: string;
  /** Descriptions by tag, in display order. */
  readonly tags: Readonly<Record<string, string>>;
  readonly pathParameters: PathParameters;
  readonly securitySchemes: Readonly<Record<string, object>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
}

/** Returns the OpenAPI 3.1 document of the controllers. Throws for duplicate operation ids and undeclared tags. */
export function describe(controllers: readonly ControllerClass[], reference: Reference): OpenApiDocument {
  const { title, description, version, server, tags, pathParameters, securitySchemes } = reference;
  const operations = operationsOf(controllers);
  const components = new Components(requestNamesOf(operations));
  const responses = new Responses(components);
  const describer = new Describer(new Parameters(components, pathParameters), responses, components);
  requireTags(operations, tags);
  const paths = describer.paths(operations);
  responses.addErrorCodes();
  const frame = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle(title)
    .setDescription(description)
    .setVersion(version)
    .addServer(server);
  for (const [name, about] of Object.entries(tags)) frame.addTag(name, about);
  const { openapi, info, servers, tags: listed } = frame.build();
  return {
    openapi,
    info: { ...info, contact: undefined, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers,
    tags: listed,
    paths,
    components: { ...components.toJSON(), securitySchemes },
  } as OpenApiDocument;
}

/** Returns the names of the request bodies by class. Throws for a class that is the body of two operations. */
function requestNamesOf(operations: readonly Operation[]): Map<DtoClass, string> {
  const names = new Map<DtoClass, string>();
  for (const { body, policy } of operations) {
    if (!body) continue;
    if (names.has(body)) throw new Error(`${body.name} is the body of ${policy.id} and of another operation.`);
    names.set(body, requestName(policy.id));
  }
  return names;
}

/** `SipTrunkGatewayCreateRequest` for `sipTrunks.gateways.create`, and `OAuthAppCreateRequest` for `oauthApps.create`. */
function requestName(operationId: string): string {
  const [method = '', ...resources] = operationId.split('.').reverse();
  const singular = resources.reverse().map((resource) => resource.replace(/ies$/, 'y').replace(/(?<!s)s$/, ''));
  const words = [...singular, method, 'request'].map((word) => word[0]?.toUpperCase() + word.slice(1));
  return words.join('').replace(/^Oauth/, 'OAuth');
}

function requireTags(operations: readonly Operation[], tags: Readonly<Record<string, string>>): void {
  const used = new Set(operations.map(({ tag }) => tag));
  const undeclared = [...used].filter((tag) => !(tag in tags));
  if (undeclared.length > 0) throw new Error(`These tags are not declared: ${undeclared.join(', ')}.`);
}

class Describer {
  private readonly ids = new Set<string>();

  constructor(
    private readonly parameters: Parameters,
    private readonly responses: Responses,
    private readonly components: Components,
  ) {}

  paths(operations: readonly Operation[]): Record<string, Record<string, object>> {
    const paths: Record<string, Record<string, object>> = {};
    for (const operation of operations) {
      const item = (paths[operation.path] ??= {});
      item[operation.policy.method.toLowerCase()] = this.operation(operation);
    }
    return paths;
  }

  private operation({ path, policy, tag, query, body }: Operation): object {
    const { id, summary } = policy;
    if (this.ids.has(id)) throw new Error(`Two operations have the id ${id}.`);
    this.ids.add(id);
    const parameters = this.parameters.of(policy, path, query);
    return {
      operationId: id,
      summary,
      description: descriptionOf(policy),
      tags: [tag],
      security: securityOf(policy),
      'x-permissions': policy.permissions,
      ...(policy.anyPermission.length > 0 && { 'x-any-permission': policy.anyPermission }),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: this.requestBody(policy, body) }),
      responses: this.responses.of(policy, path),
    };
  }

  private requestBody(policy: Policy, body: DtoClass): object {
    const { oauth, form, csv, csvForm } = policy;
    const file = fileOf(csv);
    // Without members, the file is the only body.
    if (file && fieldsOf(body).size === 0) return { required: true, content: file };
    const schema = this.components.schemaOf(body);
    if (csvForm)
      return { required: true, content: { 'multipart/form-data': { schema }, 'text/csv': { schema: CSV_FILE } } };
    const required = this.isBodyRequired(policy, body);
    const upload = form && { 'multipart/form-data': { schema: this.components.schemaOf(form) } };
    return { required, content: { [oauth ? FORM : 'application/json']: { schema }, ...upload, ...file } };
  }

  /** A missing body is read as one without members, except by the endpoints that read a form or a file. */
  private isBodyRequired({ oauth, reads, csv }: Policy, body: DtoClass): boolean {
    if (oauth || csv !== undefined) return true;
    return !reads?.body && this.components.requiresMembers(body);
  }
}

/** Returns the content of a body that is a file of these columns. */
function fileOf(csv: string | undefined): object | undefined {
  return csv === undefined ? undefined : { 'text/csv': { schema: { type: 'string', description: csv } } };
}

function securityOf({ access, credentials }: Policy): object[] {
  if (access === 'public') return [];
  return access === 'operator' ? [{ operator: [] }] : credentials.map((credential) => ({ [credential]: [] }));
}

function descriptionOf({ description, permissions, anyPermission, recentSignIn }: Policy): string {
  const named = (each: string) => `\`${each}\``;
  const needs =
    permissions.map(named).join(' and ') ||
    anyPermission
      .map(named)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1');
  return [
    description,
    needs && `Requires ${needs}.`,
    recentSignIn && 'Requires a session that signed in within the last 15 minutes, or `password` in the body.',
  ]
    .filter(Boolean)
    .join('\n\n');
}
