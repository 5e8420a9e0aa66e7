import { Stack, Text } from '@mantine/core';
import { DocsLink } from '../../ui/docs-link';
import { CodeBlock } from '../../ui/json-block';
import { Panel } from '../../ui/layout/panel';
import classes from './first-steps.module.css';

/** The API key is the caller's own, so it stays a variable of the shell. */
const REQUEST = `curl ${location.origin}/v1/numbers \\
  -H "Authorization: Bearer $TRUNKLINE_API_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{ "country": "US", "type": "geographic" }'`;

const SAMPLE = [
  ['Call from +1 415 555 0142', '15:40:02.110'],
  ['Number found, route Front desk', '+6 ms'],
  ['Offered to pbx.example.com', '+9 ms'],
  ['Answered, talked 4:07', '+6.2 s'],
  ['Charged $0.02: 5 min × $0.0040', '+4 min 14 s'],
] as const;

/** What stands beside the first steps: a call as its page shows it, and the request that buys a number. */
export function Samples() {
  return (
    <Stack gap={40}>
      <Panel title="What a call looks like here">
        <ol className={classes['sample']}>
          {SAMPLE.map(([what, when]) => (
            <li key={what}>
              {what}
              <small>{when}</small>
            </li>
          ))}
        </ol>
        <Text size="xs" c="dimmed" mt="sm">
          A sample. Each of your calls has such a page.
        </Text>
      </Panel>
      <Panel title="Or by API" aside={<DocsLink page="api-keys">Your first call</DocsLink>}>
        <CodeBlock label="Order a number" text={REQUEST} />
      </Panel>
    </Stack>
  );
}
