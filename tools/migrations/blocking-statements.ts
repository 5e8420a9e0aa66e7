/** A statement that a migration sent. */
export interface Sent {
  readonly text: string;
  /** In a transaction of several statements, so that its locks are held until the last of them. */
  readonly inTransaction: boolean;
}

/** Tables that are not checked: new ones, which nothing reads yet, and those that stay small whatever the load. */
export type IsExempt = (table: string) => boolean;

const NAME = String.raw`[\w.]+`;
/** Statements that block reads or writes of a table, or read it as a whole under a lock. */
const BLOCKING: readonly (readonly [statement: RegExp, reason: string])[] = [
  [
    // ON ONLY defines the index of a partitioned table, and builds nothing.
    new RegExp(`^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY|.* ON ONLY ).*?\\bON (${NAME})`, 'i'),
    'builds an index without CONCURRENTLY',
  ],
  [new RegExp(`^REINDEX (?!.*CONCURRENTLY).*?(${NAME})$`, 'i'), 'rebuilds an index without CONCURRENTLY'],
  [new RegExp(`^CLUSTER (${NAME})`, 'i'), 'rewrites the table'],
  [new RegExp(`^VACUUM \\(?FULL.*?(${NAME})$`, 'i'), 'rewrites the table'],
  [new RegExp(`^LOCK (?:TABLE )?(${NAME})`, 'i'), 'locks the table by itself'],
  [new RegExp(`^TRUNCATE (?:TABLE )?(${NAME})`, 'i'), 'empties the table'],
  [new RegExp(`^(?:UPDATE|DELETE FROM) (?:ONLY )?(${NAME})(?!.*\\$1)`, 'i'), 'changes the whole table at once'],
  [new RegExp(`^INSERT INTO .*?SELECT .*?FROM (${NAME})(?!.*\\$1)`, 'i'), 'reads the whole table at once'],
];

const COLUMN = String.raw`^ADD (?:COLUMN )?(?!(?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b)`;
/** Actions of ALTER TABLE that read or rewrite the table under their lock. */
const ACTIONS: readonly (readonly [action: RegExp, reason: string])[] = [
  [
    /^ADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b(?!.*(?:NOT VALID$|USING INDEX))/i,
    'adds a constraint without NOT VALID',
  ],
  [
    new RegExp(`${COLUMN}.*\\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\\b`, 'i'),
    'adds a column with a constraint, which reads the table: use addConstraint',
  ],
  [
    new RegExp(`${COLUMN}.*(?:\\bGENERATED\\b|serial\\b)`, 'i'),
    'computes a column of all rows, which rewrites the table',
  ],
  [
    // PostgreSQL evaluates stable functions once for all existing rows.
    new RegExp(`${COLUMN}.*\\bDEFAULT .*?\\b(?!(?:now|date_trunc)\\b)\\w+ ?\\(`, 'i'),
    'adds a column with a volatile default, which rewrites the table',
  ],
  [/^ALTER (?:COLUMN )?\w+ (?:SET DATA )?TYPE\b/i, 'changes a type, which may rewrite the table'],
  [/^SET (?:LOGGED|UNLOGGED|TABLESPACE|ACCESS METHOD)\b/i, 'rewrites the table'],
];

/** Returns why statements of a migration would make requests wait while a table is large, one line per fault. */
export function blockingStatements(sent: readonly Sent[], isExempt: IsExempt): string[] {
  const created = new Set<string>();
  const provenPresent = new Set<string>();
  const faults: string[] = [];
  for (const { text, inTransaction } of sent) {
    const statement = plain(text);
    const [, table] = /^CREATE (?:UNLOGGED |TEMP )?TABLE (?:IF NOT EXISTS )?([\w.]+)/i.exec(statement) ?? [];
    if (table) created.add(table);
    const isIgnored = (name: string) => created.has(name) || name.startsWith('trunkline_') || isExempt(name);
    faults.push(
      ...faultsOfStatement(statement, isIgnored),
      ...faultsOfAlter(statement, { isIgnored, inTransaction, provenPresent }),
    );
  }
  return faults;
}

/** Without comments and line breaks. */
function plain(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function faultsOfStatement(statement: string, isIgnored: IsExempt): string[] {
  return BLOCKING.flatMap(([form, reason]) => {
    const table = form.exec(statement)?.[1];
    return table && !isIgnored(table) ? [`${table}: ${reason}: ${statement}`] : [];
  });
}

interface Surroundings {
  readonly isIgnored: IsExempt;
  readonly inTransaction: boolean;
  /** `table.column` of checks that a column has no nulls. */
  readonly provenPresent: Set<string>;
}

function faultsOfAlter(statement: string, { isIgnored, inTransaction, provenPresent }: Surroundings): string[] {
  const [, table, actions] = /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?([\w.]+) (.*)$/i.exec(statement) ?? [];
  if (!table || !actions || isIgnored(table)) return [];
  return actions.split(/, (?=(?:ADD|ALTER|DROP|VALIDATE|SET|RESET) )/i).flatMap((action) => {
    const proven = /^ADD CONSTRAINT \w+ CHECK \((\w+) IS NOT NULL\) NOT VALID$/i.exec(action)?.[1];
    if (proven) provenPresent.add(`${table}.${proven}`);
    const reasons = ACTIONS.filter(([form]) => form.test(action)).map(([, reason]) => reason);
    if (inTransaction && /^VALIDATE /i.test(action)) reasons.push('validates a constraint while other locks are held');
    const present = /^ALTER (?:COLUMN )?(\w+) SET NOT NULL/i.exec(action)?.[1];
    if (present && !provenPresent.has(`${table}.${present}`))
      reasons.push('looks for nulls under a lock: use setNotNull');
    return reasons.map((reason) => `${table}: ${reason}: ${action}`);
  });
}
