import { words } from '../../format/format';

const AREAS: Readonly<Record<string, string>> = {
  number: 'Numbers',
  order: 'Orders',
  call: 'Calls',
  trunk: 'SIP trunks',
  billing: 'Billing',
  api_key: 'API keys',
  sms: 'Messages',
  compliance: 'Documents',
  port: 'Porting',
  export: 'Exports',
};

function areaOf(type: string): string {
  const prefix = type.slice(0, type.indexOf('.'));
  return AREAS[prefix] ?? words(prefix);
}

/** Groups types by area, in the order in which the areas appear first. */
export function byArea<T extends { readonly type: string }>(types: readonly T[]) {
  const names = [...new Set(types.map(({ type }) => areaOf(type)))];
  return names.map((name) => ({ name, types: types.filter(({ type }) => areaOf(type) === name) }));
}
