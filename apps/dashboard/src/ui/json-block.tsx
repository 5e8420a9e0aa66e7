import { Box, Button, CopyButton, Group, Text } from '@mantine/core';
import classes from './json-block.module.css';

/** JSON to read and copy. */
export const JsonBlock = ({ label, value }: { label: string; value: unknown }) => (
  <CodeBlock label={label} text={JSON.stringify(value, null, 2)} />
);

/** Code to read and copy. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <Box>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" size="compact-sm" onClick={copy} aria-label={`Copy ${label.toLowerCase()}`}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <TextBlock label={label} text={text} />
    </Box>
  );
}

/** Text as it was received. It scrolls, also by keyboard. */
export function TextBlock({ label, text }: { label: string; text: string }) {
  return (
    <pre className={classes['block']} role="region" aria-label={label} tabIndex={0}>
      {text}
    </pre>
  );
}
