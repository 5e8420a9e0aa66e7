// Lints source that exists only in memory with the repository's rules. Reads `{ file, text, typed? }[]` as JSON from
// standard input. Writes as JSON the findings of each, and every message that the rules can produce.
import { ESLint } from 'eslint';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';
import config from '../../eslint.config.js';

const plants = JSON.parse(readFileSync(0, 'utf8'));

// Rules that need types need a file that TypeScript knows, so such a plant replaces the text of an existing file.
// In a single run, as in CI, typescript-eslint would use the types of the file on disk. The types of one project suffice;
// those of the whole repository cost ten times as much.
const parserOptions = { project: './libs/kernel/tsconfig.json', disallowAutomaticSingleRunInference: true };
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

const report = {
  findings,
  messages: [...new Set(messages)],
  sourceTags: constraints.map(({ sourceTag }) => sourceTag),
};
process.stdout.write(JSON.stringify(report));
