import { format, words } from '../../format';

type Filters = Readonly<Record<string, unknown>>;

/** Filters of Unix seconds, such as `from` and `assigned_to`. */
const IS_TIME = /(^|_)(from|to)$/;

/** Says what an export was limited to. */
export function filterText(filters: Filters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => `${words(name)}: ${valueText(name, value)}`);
  return texts.length === 0 ? 'All records' : texts.join(', ');
}

function valueText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => valueText(name, each)).join(' or ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const seconds = Number(value);
  return IS_TIME.test(name) && Number.isFinite(seconds) ? format.time(seconds) : String(value);
}
