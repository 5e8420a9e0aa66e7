import { Button, CopyButton, Group, TextInput } from '@mantine/core';

/** A value to copy, such as a secret or an address. */
export function CopyField({ label, value }: { label: string; value: string }) {
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        flex={1}
        classNames={{ input: 'mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} aria-label={`${copied ? 'Copied' : 'Copy'} ${label.toLowerCase()}`}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
