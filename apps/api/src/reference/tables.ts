import {
  FAILURE_CAUSES,
  HANGUP_CAUSES,
  type HangupCause,
  hangupCause,
  INTERNAL_EVENTS,
  NO_SIP_RESPONSE,
  PUBLIC_EVENTS,
  rejection,
  REJECTIONS,
  SIP_RESPONSES,
  sipResponse,
} from '@trunkline/kernel';

const TABLE = /^(?:\|.*\n)+/m;
const TYPES = /(?<=\n## Types\n).*?(?=\n## )/s;

/** Returns docs/events.md with the tables of its section "Types" as the catalogue of events has them. */
export function withEventTypes(page: string): string {
  const published = Object.entries(PUBLIC_EVENTS).map(([type, { sentWhen, data }]) => [
    code(type),
    sentWhen,
    Object.keys(data).map(code).join(', '),
  ]);
  const internal = Object.entries(INTERNAL_EVENTS).map(([type, { sentWhen }]) => [code(type), sentWhen]);
  return page.replace(
    TYPES,
    () => `
Customers receive these events. \`GET /webhooks/event-types\` has the schema of each, and an example.

${table([['type', 'sent when', 'data'], ...published])}
Contexts and the worker exchange these, which no customer receives:

${table([['type', 'sent when'], ...internal])}`,
  );
}

/** Returns docs/failed-calls.md with its tables as the catalogue of reasons has them. */
export function withReasons(page: string): string {
  const meaning = ['explanation', 'remedy'];
  const rejections = REJECTIONS.map((name) => {
    const { code: sipCode, reason, cause, explanation, remedy } = rejection(name);
    return [code(name), `${String(sipCode)} ${reason}`, code(cause), explanation, remedy];
  });
  const causes = HANGUP_CAUSES.map((name) => {
    const { explanation, remedy } = hangupCause(name);
    return [code(name), isFailure(name) ? 'yes' : 'no', explanation, remedy];
  });
  const responses = SIP_RESPONSES.map((sipCode) => {
    const { phrase, explanation, remedy } = sipResponse(sipCode);
    return [`${String(sipCode)} ${phrase}`, explanation, remedy];
  });
  const none = ['none', NO_SIP_RESPONSE.explanation, NO_SIP_RESPONSE.remedy];
  const tables: Readonly<Record<string, readonly string[][]>> = {
    Rejections: [['reason', 'SIP', '`hangup_cause`', ...meaning], ...rejections],
    'Hangup causes': [['`hangup_cause`', 'failure', ...meaning], ...causes],
    'SIP responses': [['SIP', ...meaning], ...responses, none],
  };
  const withTable = (section: string) => {
    const [heading = ''] = section.split('\n', 1);
    const rows = tables[heading.slice('## '.length)];
    return rows ? section.replace(TABLE, () => table(rows)) : section;
  };
  return page
    .split(/(?=^## )/m)
    .map(withTable)
    .join('');
}

const isFailure = (cause: HangupCause): boolean => FAILURE_CAUSES.some((each) => each === cause);
const code = (name: string): string => `\`${name}\``;

/** Returns a table as Prettier writes it. The first row is the header. */
function table([header = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |\n`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}
