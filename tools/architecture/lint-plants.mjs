// Lints planted source, which is on no disk, with the repository's own rules. Reads `{ file, text, typed? }[]` as JSON on
// standard input and writes, as JSON, what lint says of each, and every message that the rules can give.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import config from '../../eslint.config.js';

const plants = JSON.parse(readFileSync(0, 'utf8'));

// Rules that need types need a file that TypeScript knows: such a plant takes the place of an existing file's text.
// In a run that it takes for a single one, as in CI, the types would be those of the file as it is on disk.
const parserOptions = { disallowAutomaticSingleRunInference: true };
const withTypes = new ESLint({ overrideConfig: { files: ['**/*.ts'], languageOptions: { parserOptions } } });
const withoutTypes = new ESLint({ overrideConfig: { ...tseslint.configs.disableTypeChecked, files: ['**/*.ts'] } });

const findings = [];
for (const { file, text, typed } of plants) {
  const [result] = await (typed ? withTypes : withoutTypes).lintText(text, { filePath: file });
  const errors = result.messages.filter(({ severity }) => severity === 2);
  findings.push(errors.map(({ ruleId, message }) => ({ rule: ruleId, message })));
}

const rulesOf = (name) => config.flatMap(({ rules }) => (Array.isArray(rules?.[name]) ? [rules[name].slice(1)] : []));
const messages = [
  ...rulesOf('@typescript-eslint/no-restricted-imports').flatMap(([{ patterns }]) => patterns),
  ...rulesOf('no-restricted-syntax').flat(),
].map(({ message }) => message);
const constraints = rulesOf('@nx/enforce-module-boundaries').flatMap(([{ depConstraints }]) => depConstraints);

const told = { findings, messages: [...new Set(messages)], sourceTags: constraints.map(({ sourceTag }) => sourceTag) };
process.stdout.write(JSON.stringify(told));
