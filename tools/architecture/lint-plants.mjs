// Lints source that exists only in memory with the repository's rules. Reads `{ file, text }[]` as JSON from standard
// input. Writes as JSON the findings of each, and every message that the rules can produce.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import config from '../../eslint.config.js';

const WARNING = 1;
const plants = JSON.parse(readFileSync(0, 'utf8'));

const eslint = new ESLint();
const findings = [];
for (const { file, text } of plants) {
  const [result] = await eslint.lintText(text, { filePath: file });
  // Without a rule: that comments cannot disable rules.
  const found = result.messages.filter(({ ruleId }) => ruleId !== null);
  const named = (rule, severity) => (severity === WARNING ? `${rule} (warning)` : rule);
  findings.push(found.map(({ ruleId, message, severity }) => ({ rule: named(ruleId, severity), message })));
}

const rulesOf = (name) => config.flatMap(({ rules }) => (Array.isArray(rules?.[name]) ? [rules[name].slice(1)] : []));
const messages = [
  ...rulesOf('@typescript-eslint/no-restricted-imports').flatMap(([{ patterns }]) => patterns),
  ...rulesOf('no-restricted-syntax').flat(),
].map(({ message }) => message);
const constraints = rulesOf('@nx/enforce-module-boundaries').flatMap(([{ depConstraints }]) => depConstraints);

const report = {
  findings,
  messages: [...new Set(messages)],
  sourceTags: constraints.map(({ sourceTag }) => sourceTag),
};
process.stdout.write(JSON.stringify(report));
