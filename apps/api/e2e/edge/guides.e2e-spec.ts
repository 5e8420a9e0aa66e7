import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Clock } from '@trunkline/kernel';
import { PortCoverages } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../support';
import { aPdf } from '../support/files';

const GUIDES = resolve(import.meta.dirname, '../../../../docs/guides');

const textOf = (guide: string): string => readFileSync(join(GUIDES, `${guide}.md`), 'utf8');

/** The lines that a shell takes in turn: commands of curl, and variables that take members of their responses. */
const linesOf = (guide: string): string[] =>
  [...textOf(guide).matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split(/^(?=curl|export)/m)
      .map((line) => line.trim()),
  );

interface Outcome {
  readonly status: number;
  readonly text: string;
}

/** Variables that take a member of the newest response that has no id. */
const MEMBERS = { SELECT_TOKEN: 'select_token', NUMBER: 'e164' } as const;

/** Plays the commands of a guide as a reader sends them. */
class Reader {
  private readonly ids: string[] = [];
  private newest = '';

  constructor(private readonly variables: Map<string, string>) {}

  async play(guide: string): Promise<readonly (Outcome & { readonly line: string })[]> {
    const outcomes = [];
    for (const line of linesOf(guide)) {
      // The address and the key are those of the test.
      if (line.startsWith('export TRUNKLINE_')) continue;
      if (line.startsWith('export')) this.remember(line);
      else outcomes.push({ line, ...(await this.send(line)) });
    }
    return outcomes;
  }

  /** `export A_ID=a_… B_ID=b_…` takes the ids of the last two responses, and `export NUMBER=+1…` the newest number. */
  private remember(line: string): void {
    const names = [...line.matchAll(/(\w+)=\w+_…/g)].map(([, name = '']) => name);
    const ids = this.ids.slice(-names.length);
    for (const [index, name] of names.entries()) this.variables.set(name, ids[index] ?? '');
    for (const [name, member] of Object.entries(MEMBERS)) {
      const [, value] = new RegExp(`"${member}":"([^"]+)"`).exec(this.newest) ?? [];
      if (line.includes(`${name}=`) && value !== undefined) this.variables.set(name, value);
    }
  }

  /** Throws for a variable that no step has set. */
  private filled(line: string): string {
    return line.replace('$(date +%F)', new Date().toISOString().slice(0, 10)).replace(/\$(\w+)/g, (_, name: string) => {
      const value = this.variables.get(name);
      if (value === undefined) throw new Error(`No step sets ${name}.`);
      return value;
    });
  }

  async send(command: string): Promise<Outcome> {
    const line = this.filled(command);
    const [, address = ''] = /"(http[^"]*)"/.exec(line) ?? [];
    const [, json] = /-d '(.*)'/s.exec(line) ?? [];
    const [, escaped] = /-d "(.*)"/s.exec(line) ?? [];
    const form = await formOf(line);
    const body = json ?? escaped?.replaceAll('\\"', '"') ?? form;
    const method = /-X (\w+)/.exec(line)?.[1] ?? 'GET';
    const [, authorization = ''] = /"Authorization: ([^"]*)"/.exec(line) ?? [];
    const type = typeof body === 'string' ? { 'content-type': 'application/json' } : undefined;
    const response = await fetch(address, { method, headers: { authorization, ...type }, body: body ?? null });
    const text = await response.text();
    const [, id] = /"data":\{"id":"(\w+)"/.exec(text) ?? [];
    if (id !== undefined) this.ids.push(id);
    else this.newest = text;
    return { status: response.status, text };
  }
}

async function formOf(line: string): Promise<FormData | undefined> {
  const fields = [...line.matchAll(/-F (\w+)=(@?)"?([^\s"]+)/g)];
  if (fields.length === 0) return undefined;
  const form = new FormData();
  for (const [, name = '', isFile, value = ''] of fields)
    if (isFile) form.append(name, new Blob([new Uint8Array(await aPdf())], { type: 'application/pdf' }), value);
    else form.append(name, value);
  return form;
}

describe('the commands of a guide', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startApi();
    const row = { country: 'US', numberType: 'geographic', portable: true, leadDays: 7, feeCents: 500 } as const;
    const requirements = { requiredDocuments: [], requiredFields: [], pinRequired: true };
    await api.use(Database).run(() => {
      return api.use(PortCoverages).replace([{ ...row, ...requirements }], api.use(Clock).now());
    });
  });
  afterAll(() => api.stop());

  const readerOf = ({ key }: Customer) =>
    new Reader(new Map(Object.entries({ TRUNKLINE_URL: api.url, TRUNKLINE_API_KEY: key })));

  it('port a number, from the check to the submission, as soon as the balance covers the fee', async () => {
    const customer = await api.customers.make();
    const reader = readerOf(customer);
    await reader.play('first-call');
    const outcomes = await reader.play('porting');
    expect(outcomes[0]?.text).toContain('"pin_required":true');
    const submission = { line: expect.stringContaining('/submit') as string, status: 402 };
    expect(outcomes.filter(({ status }) => status >= 300)).toMatchObject([submission]);
    expect(outcomes.at(-1)?.text).toContain('"code":"insufficient_balance"');
    expect(textOf('porting')).toContain('`insufficient_balance`');
    await api.customers.fund(customer.accountId, 1_000);
    expect((await reader.send(outcomes.at(-1)?.line ?? '')).text).toContain('"status":"submitted"');
  });

  it('lead a new account from the trial credit to a number that rings, and to one with documents', async () => {
    const reader = readerOf(await api.customers.make());
    const first = await reader.play('first-call');
    expect(first.filter(({ status }) => status >= 300)).toEqual([]);
    expect(first.find(({ line }) => line.includes('/simulate'))?.text).toContain('"check":"caller_id","ok":true');

    const outcomes = await reader.play('numbers-and-documents');
    expect(outcomes.filter(({ status }) => status >= 300)).toEqual([]);
    const outcomeOf = (path: string) => outcomes.find(({ line }) => line.includes(path))?.text;
    expect(outcomeOf('/validate')).toContain('"compliant":true');
    expect(outcomeOf('/submit')).toContain('"status":"submitted"');
  });
});

it('asks in no guide for scopes of an API key, which has all', () => {
  const guides = readdirSync(GUIDES).map((file) => file.replace('.md', ''));
  expect(guides.filter((guide) => /`[a-z_]+:(read|write)`/.test(textOf(guide)))).toEqual([]);
});
