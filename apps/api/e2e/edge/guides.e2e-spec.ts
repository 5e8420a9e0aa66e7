import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Clock } from '@trunkline/kernel';
import { PortCoverages } from '@trunkline/numbering';
import { Database } from '@trunkline/platform';
import { type Customer, startApi, type TestApi } from '../support';
import { aPdf } from '../support/files';
import { Shopping } from '../support/numbering/shopping';

const GUIDES = resolve(import.meta.dirname, '../../../../docs/guides');

/** The lines that a shell takes in turn: commands of curl, and variables that take the ids of their responses. */
const linesOf = (guide: string): string[] =>
  [...readFileSync(join(GUIDES, `${guide}.md`), 'utf8').matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block
      .replaceAll('\\\n', ' ')
      .split(/^(?=curl|export)/m)
      .map((line) => line.trim()),
  );

interface Outcome {
  readonly status: number;
  readonly text: string;
}

/** Plays the commands of a guide as a reader sends them. */
class Reader {
  private readonly ids: string[] = [];

  constructor(private readonly variables: Map<string, string>) {}

  async play(guide: string): Promise<readonly (Outcome & { readonly line: string })[]> {
    const outcomes = [];
    for (const line of linesOf(guide)) {
      if (line.startsWith('export')) this.remember(line);
      else outcomes.push({ line, ...(await this.send(this.filled(line))) });
    }
    return outcomes;
  }

  /** `export A_ID=a_… B_ID=b_…` takes the ids of the last two responses. */
  private remember(line: string): void {
    const names = [...line.matchAll(/(\w+)=\w+_…/g)].map(([, name = '']) => name);
    const ids = this.ids.slice(-names.length);
    for (const [index, name] of names.entries()) this.variables.set(name, ids[index] ?? '');
  }

  /** Throws for a variable that no step has set. */
  private filled(line: string): string {
    return line.replace('$(date +%F)', new Date().toISOString().slice(0, 10)).replace(/\$(\w+)/g, (_, name: string) => {
      const value = this.variables.get(name);
      if (value === undefined) throw new Error(`No step sets ${name}.`);
      return value;
    });
  }

  private async send(line: string): Promise<Outcome> {
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
  let customer: Customer;

  beforeAll(async () => {
    api = await startApi();
    const row = { country: 'US', numberType: 'geographic', portable: true, leadDays: 7, feeCents: 500 } as const;
    const requirements = { requiredDocuments: [], requiredFields: [], pinRequired: true };
    await api.use(Database).run(() => {
      return api.use(PortCoverages).replace([{ ...row, ...requirements }], api.use(Clock).now());
    });
    customer = await api.customers.make({ balanceCents: 10_000 });
  });
  afterAll(() => api.stop());

  const readerWith = (variables: Readonly<Record<string, string>> = {}) =>
    new Reader(new Map(Object.entries({ TRUNKLINE_URL: api.url, TRUNKLINE_API_KEY: customer.key, ...variables })));

  it('port a number, from the check to the submission', async () => {
    const outcomes = await readerWith().play('porting');
    expect(outcomes.filter(({ status }) => status >= 300)).toEqual([]);
    expect(outcomes[0]?.text).toContain('"pin_required":true');
    expect(outcomes.at(-1)?.text).toContain('"status":"submitted"');
  });

  it('make a bundle of documents that is complete, and attach it to a number', async () => {
    const number = await new Shopping(api, customer).buy({ country: 'DE', area: '30' });
    const outcomes = await readerWith({ NUMBER: String(number['e164']) }).play('numbers-and-documents');
    expect(outcomes.filter(({ status }) => status >= 300)).toEqual([]);
    const outcomeOf = (path: string) => outcomes.find(({ line }) => line.includes(path))?.text;
    expect(outcomeOf('/validate')).toContain('"compliant":true');
    expect(outcomeOf('/submit')).toContain('"status":"submitted"');
  });
});
