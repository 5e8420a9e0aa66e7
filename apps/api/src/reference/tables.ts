import { INTERNAL_EVENTS, PUBLIC_EVENTS } from '@trunkline/kernel';
import { rejection, REJECTIONS } from '@trunkline/voice-routing';

const REASONS = /^\| reason .*\n(?:\|.*\n)+/m;
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

/** Returns docs/outbound.md with the table of its section "Rejections" as the catalogue of rejections has it. */
export function withRejections(page: string): string {
  const rows = REJECTIONS.map((name) => {
    const { code: sipCode, reason, cause, explanation, remedy } = rejection(name);
    return [code(name), `${String(sipCode)} ${reason}`, code(cause), explanation, remedy];
  });
  const header = ['reason', 'SIP', '`hangup_cause`', 'explanation', 'remedy'];
  return page.replace(REASONS, () => table([header, ...rows]));
}

const code = (name: string): string => `\`${name}\``;

/** Returns a table as Prettier writes it. The first row is the header. */
function table([header = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |\n`;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('');
}
