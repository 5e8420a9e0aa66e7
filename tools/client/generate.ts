import type { ApiDocument } from './document';
import { className, type Method, methodsOf } from './methods';
import { comment, listName, listText, objectText, typeText } from './type-text';

/** The generated files of libs/client, by name. */
export interface ClientFiles {
  readonly 'lists.ts': string;
  readonly 'types.ts': string;
  readonly 'resources.ts': string;
  readonly 'defaults.ts': string;
}

const BANNER = '// Generated from docs/openapi.json by `npm run client`. Do not edit.\n';

/** Generates the types and the resources of the client from the OpenAPI document of the API. */
export function generateClient(document: ApiDocument): ClientFiles {
  const used = new Set(['ErrorCode']);
  const methods = methodsOf(document, used);
  const imported = new Set([...used].filter((name) => name !== 'ErrorCode'));
  const queries = methods.flatMap(({ query }) => (query ? [query] : []));
  const queryTexts = queries.map(({ name, schema }) => `export interface ${name} ${objectText(schema, used)}\n`);
  const types = [...typesOf(document, used), ...queryTexts];
  const names = [...imported, ...queries.map(({ name }) => name)].sort();
  return {
    'lists.ts': `${BANNER}\n${listsOf(document, used).join('\n')}`,
    'types.ts': `${BANNER}import type * as lists from './lists.ts';\n\n${types.join('\n')}`,
    'resources.ts': resourcesOf(methods, names),
    'defaults.ts': defaultsOf(document, used),
  };
}

/** Returns what the API assumes for members that a request leaves out, by request and member. */
function defaultsOf({ components }: ApiDocument, used: ReadonlySet<string>): string {
  const requests = [...used].sort().flatMap((name) => {
    const members = Object.entries(components.schemas[name]?.properties ?? {});
    const known = members.filter(([, member]) => name.endsWith('Request') && member.default !== undefined);
    const texts = known.map(([member, schema]) => `    ${member}: ${JSON.stringify(schema.default)},\n`);
    return texts.length === 0 ? [] : [`  ${name}: {\n${texts.join('')}  },\n`];
  });
  const comment = '/** What the API assumes for members that a request leaves out. */\n';
  return `${BANNER}\n${comment}export const defaults = {\n${requests.join('')}} as const;\n`;
}

/** Returns the declarations of all components that are used, directly or by another one, in order of name. */
function typesOf({ components }: ApiDocument, used: Set<string>): string[] {
  const texts = new Map<string, string>();
  // A set is walked in order of insertion, what is added on the way included.
  for (const name of used) {
    const schema = components.schemas[name] ?? {};
    const head = comment(schema.description);
    const isInterface = schema.type === 'object' && schema.properties;
    const declared = isInterface
      ? `export interface ${name} ${objectText(schema, used)}\n`
      : `export type ${name} = ${schema.enum ? `(typeof lists.${listName(name)})[number]` : typeText(schema, used)};\n`;
    texts.set(name, head + declared);
  }
  return [...texts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text);
}

/** Returns the closed lists of values among the components that are used, in order of name, each with its parts. */
function listsOf({ components }: ApiDocument, used: ReadonlySet<string>): string[] {
  return [...used].sort().flatMap((name) => {
    const { enum: values, 'x-subsets': subsets = {} } = components.schemas[name] ?? {};
    return values ? [[name, values] as const, ...Object.entries(subsets)].map((list) => listText(...list)) : [];
  });
}

interface Resource {
  readonly path: readonly string[];
  readonly methods: Method[];
  readonly children: Map<string, Resource>;
}

const emptyResource = (path: readonly string[]): Resource => ({ path, methods: [], children: new Map() });

function resourcesOf(methods: readonly Method[], names: readonly string[]): string {
  const root = emptyResource([]);
  for (const method of methods) {
    let resource = root;
    for (const [index, name] of method.path.slice(0, -1).entries()) {
      const child = resource.children.get(name) ?? emptyResource(method.path.slice(0, index + 1));
      resource.children.set(name, child);
      resource = child;
    }
    resource.methods.push(method);
  }
  const imports = [
    "import type { StreamMessage, StreamOptions } from '../event-stream.ts';",
    "import type { CallOptions, PagePromise, Transport } from '../transport.ts';",
    `import type {\n  ${names.join(',\n  ')},\n} from './types.ts';`,
  ];
  return `${BANNER}${imports.join('\n')}\n\n${classesOf(root).join('\n')}`;
}

/** Returns the class of the resource after those of its children. */
function classesOf(resource: Resource): string[] {
  const { path, methods, children } = resource;
  const isRoot = path.length === 0;
  const members = [...children.keys()].map((name) => `  readonly ${name}: ${className([...path, name])};`);
  const created = [...children.keys()].map(
    (name) => `    this.${name} = new ${className([...path, name])}(transport);`,
  );
  const parameter = methods.length > 0 ? 'private readonly transport: Transport' : 'transport: Transport';
  const constructor =
    created.length > 0 ? `  constructor(${parameter}) {\n${created.join('\n')}\n  }` : `  constructor(${parameter}) {}`;
  const parts = [members.join('\n'), constructor, ...methods.map(({ text }) => text)].filter(Boolean);
  const head = isRoot ? '/** Every resource of the API. */\nexport class Resources' : `export class ${className(path)}`;
  return [...[...children.values()].flatMap(classesOf), `${head} {\n${parts.join('\n\n')}\n}\n`];
}
