import { ActionIcon, CopyButton } from '@mantine/core';
import { Check, Copy } from 'lucide-react';

/** Copies a text. The button says when it has. */
export function CopyIcon({ label, value }: { label: string; value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
          onClick={copy}
        >
          {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  );
}
