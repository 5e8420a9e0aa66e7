import { Button, type ButtonProps, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { problemText } from './feedback/problem-texts';
import { saveFile } from './save-file';

interface Saved extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly text: string;
  readonly label: string;
  readonly load: () => PromiseLike<Blob>;
  readonly fileName: string;
}

/** A button that saves a document. */
export function SaveButton({ text, label, load, fileName, size = 'compact-sm', variant = 'default' }: Saved) {
  const download = useMutation({ mutationFn: async () => load(), onSuccess: (file) => saveFile(file, fileName) });
  return (
    <>
      <Button
        size={size}
        variant={variant}
        aria-label={label}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {text}
      </Button>
      {download.error && (
        <Text fz="xs" role="alert">
          {problemText(download.error)}
        </Text>
      )}
    </>
  );
}
