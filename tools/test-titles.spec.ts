import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as ts from 'typescript';

// The form of test titles, which docs/voice.md states. A test cannot recognise a verb, so it names the other words with
// which titles begin. `of`, `that`, `who` and `whose` are allowed: they continue the noun of the describe.
const OPENERS = new Set(
  (
    'a an the this these those every each all another both no some any one two its ' +
    'and or but when while if unless until except without with by for from in at on to into as after before during about ' +
    'between across once twice not'
  ).split(' '),
);

/** What a title may not be, each with what is wrong. */
const FAULTS: readonly { readonly isIn: (title: string) => boolean; readonly fault: string }[] = [
  { isIn: (title) => /\bshould\b/i.test(title), fault: 'says should' },
  { isIn: (title) => /^[A-Z]/.test(title), fault: 'begins with a capital' },
  { isIn: (title) => title.endsWith('.'), fault: 'ends with a full stop' },
  { isIn: (title) => /^(\S+|%\w(, %\w)+):(\s|$)/.test(title), fault: 'begins with a label' },
  { isIn: (title) => OPENERS.has(/^[\w-]+/.exec(title)?.[0] ?? ''), fault: 'does not begin with its verb' },
];

const faultsOf = (title: string): string[] => FAULTS.flatMap(({ isIn, fault }) => (isIn(title) ? [fault] : []));

/** Returns whether a callee declares a test: `it`, `test`, or a member of them such as `it.each(…)`. */
function isOfTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  if (ts.isCallExpression(callee))
    return ts.isPropertyAccessExpression(callee.expression) && isOfTest(callee.expression);
  if (!ts.isPropertyAccessExpression(callee)) return false;
  return ['each', 'skip', 'only', 'fails', 'failing'].includes(callee.name.text) && isOfTest(callee.expression);
}

/** Returns the text of a title, with `${}` for the values of a template; undefined for a table of `each` or a variable. */
function textOf(title: ts.Expression | undefined): string | undefined {
  if (!title) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return undefined;
  return title.head.text + title.templateSpans.map(({ literal }) => `\${}${literal.text}`).join('');
}

function titlesIn(path: string, text: string): string[] {
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length > 1 && isOfTest(node.expression)) {
      const title = textOf(node.arguments[0]);
      if (title !== undefined) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return titles;
}

function titlesByFile(): [path: string, titles: string[]][] {
  const listed = execFileSync('git', ['grep', '-lE', String.raw`^\s*(it|test)\b[.(]`, '--', '*.ts', '*.tsx'], {
    encoding: 'utf8',
  });
  const paths = listed.split('\n').filter(Boolean);
  return paths.map((path) => [path, titlesIn(path, readFileSync(path, 'utf8'))]);
}

describe('the titles of tests', () => {
  it('are read from every form of a test', () => {
    const text = `
      it('is one', () => {});
      it.each([['a', 1]])('is %s', () => {});
      it.each<[string]>([])(\`is \${name} and more\`, () => {});
      test('is of Playwright', () => {});
      test.db.query('is none', []);`;
    expect(titlesIn('a.spec.ts', text)).toEqual(['is one', 'is %s', 'is ${} and more', 'is of Playwright']);
  });

  it.each([
    ['should return 404', 'says should'],
    ['Returns 404', 'begins with a capital'],
    ['returns 404.', 'ends with a full stop'],
    ['idp_failed: returns 404', 'begins with a label'],
    ['%s, %s: %s', 'begins with a label'],
    ['a second sign-in', 'does not begin with its verb'],
    ['the API returns 404', 'does not begin with its verb'],
    ['when the account is closed', 'does not begin with its verb'],
  ])('have a fault in "%s"', (title, fault) => {
    expect(faultsOf(title)).toEqual([fault]);
  });

  it.each([
    'returns 409 number_in_use when a trunk uses the number',
    'are paths up to the first option',
    'never exceeds the limit: %s',
    'of another account are out of reach',
    '%s is invalid',
  ])('have no fault in "%s"', (title) => {
    expect(faultsOf(title)).toEqual([]);
  });

  it('state behaviour as a predicate of their describe', () => {
    const files = titlesByFile();
    expect(files.flatMap(([, titles]) => titles).length).toBeGreaterThan(4_000);
    const faults = files.flatMap(([path, titles]) =>
      titles.flatMap((title) => faultsOf(title).map((fault) => `${path}: "${title}" ${fault}`)),
    );
    expect(faults).toEqual([]);
  });
});
