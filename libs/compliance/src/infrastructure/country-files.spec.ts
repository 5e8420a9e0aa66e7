import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ADDRESS_SCOPES,
  DOC_TYPES,
  DOCUMENT_PURPOSES,
  END_USER_KINDS,
  isCountry,
  NUMBER_TYPES,
  RESTRICTION_TYPES,
} from '@trunkline/kernel';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { REQUIRED_FIELDS } from '../domain/requirements';
import { COUNTRY_FILES } from './country-files';

interface CountryFile {
  country: string;
  sources: Record<string, { url: string; read_on: string; copy?: { updated_on: string } }>;
  number_types: Record<
    string,
    {
      sources: string[];
      end_user_kinds: string[];
      required_fields: { field: string; end_user_kinds?: string[] }[];
      address: string;
      documents: { purpose: string; end_user_kinds?: string[]; description?: string }[];
      restrictions: { message: string }[];
      typical_review_hours: number;
    }
  >;
}

const FOLDER = join(import.meta.dirname, '../requirements');
const names = readdirSync(join(FOLDER, 'countries')).sort();
const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
const files = names.map((name) => [name, read(`countries/${name}`) as CountryFile] as const);
const schema = read('country.schema.json');

function expectUnique(values: readonly string[]): void {
  expect(values).toEqual([...new Set(values)]);
}

describe('the country files', () => {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);

  it('are at least forty, and all of them are served', () => {
    expect(names.length).toBeGreaterThanOrEqual(40);
    expect(COUNTRY_FILES.map(({ country }) => `${country.toLowerCase()}.json`)).toEqual(names);
  });

  it.each(files)('match the schema: %s', (_name, file) => {
    validate(file);
    expect(validate.errors ?? []).toEqual([]);
  });

  it.each(files)('are named after their country, of ISO 3166-1: %s', (name, { country }) => {
    expect(isCountry(country)).toBe(true);
    expect(name).toBe(`${country.toLowerCase()}.json`);
  });

  it.each(files)('use each of their sources, read on a day that has passed: %s', (_name, file) => {
    const used = new Set(Object.values(file.number_types).flatMap(({ sources }) => sources));
    expect([...used].sort()).toEqual(Object.keys(file.sources).sort());
    for (const { read_on, copy } of Object.values(file.sources)) {
      expect(Date.parse(read_on)).toBeLessThanOrEqual(Date.now());
      if (copy) expect(Date.parse(copy.updated_on)).toBeLessThanOrEqual(Date.parse(read_on));
    }
  });

  it.each(files)('ask only kinds of end users that may use the number: %s', (_name, file) => {
    for (const entry of Object.values(file.number_types)) {
      for (const { end_user_kinds: kinds } of [...entry.required_fields, ...entry.documents]) {
        expect(entry.end_user_kinds).toEqual(expect.arrayContaining(kinds ?? []));
      }
    }
  });

  it.each(files)('name what a document of purpose other is, and have no requirement twice: %s', (_name, file) => {
    for (const { end_user_kinds: kinds, required_fields, documents, restrictions } of Object.values(
      file.number_types,
    )) {
      const others = documents.filter(({ purpose }) => purpose === 'other');
      expect(others.filter(({ description }) => !description)).toEqual([]);
      expectUnique(restrictions.map(({ message }) => message));
      for (const kind of kinds) {
        const applies = (each: { end_user_kinds?: string[] }) => (each.end_user_kinds ?? [kind]).includes(kind);
        expectUnique(required_fields.filter(applies).map(({ field }) => field));
        expectUnique(documents.filter(applies).map(({ purpose, description }) => `${purpose} ${description}`));
      }
    }
  });

  it.each(files)('state a time for the review exactly when something is required: %s', (_name, file) => {
    for (const { address, documents, required_fields, typical_review_hours } of Object.values(file.number_types)) {
      const isOpen = address === 'none' && documents.length + required_fields.length === 0;
      expect(typical_review_hours === 0).toBe(isOpen);
    }
  });

  it('allow the words of the domain', () => {
    const { requirements } = schema.definitions;
    const { required_fields: fields, documents, restrictions, address } = requirements.properties;
    expect(schema.definitions.kinds.items.enum).toEqual(END_USER_KINDS);
    expect(schema.properties.number_types.propertyNames.enum).toEqual(NUMBER_TYPES);
    expect(fields.items.properties.field.enum).toEqual(REQUIRED_FIELDS);
    expect(documents.items.properties.purpose.enum).toEqual(DOCUMENT_PURPOSES);
    expect(documents.items.properties.accepted_doc_types.items.enum).toEqual(DOC_TYPES);
    expect(restrictions.items.properties.type.enum).toEqual(RESTRICTION_TYPES);
    expect(address.enum).toEqual(ADDRESS_SCOPES);
  });

  it.each([
    ['an unknown member', { colour: 'red' }],
    ['no source', { sources: {} }],
    ['an unknown number type', { number_types: { satellite: files[0]![1].number_types['geographic'] } }],
  ])('are refused with %s', (_what, change) => {
    expect(validate({ ...files[0]![1], ...change })).toBe(false);
  });
});
