import { type Format, words } from '../../format/format';

type Filters = Readonly<Record<string, unknown>>;

/** Filters of Unix seconds, such as `from` and `assigned_to`. */
const IS_TIME = /(^|_)(from|to)$/;

/** Says what an export was limited to. */
export function filterText(filters: Filters, format: Format): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => `${words(name)}: ${valueText(name, value, format)}`);
  return texts.length === 0 ? 'All records' : texts.join(', ');
}

function valueText(name: string, value: unknown, format: Format): string {
  if (Array.isArray(value)) return value.map((each) => valueText(name, each, format)).join(' or ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return IS_TIME.test(name) && /^\d+$/.test(text) ? format.time(Number(text)) : text;
}
