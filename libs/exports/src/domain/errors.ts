import { defineErrors } from '@trunkline/kernel';
import { OPEN_EXPORTS_MAX, STORED_BYTES_MAX, STORED_FILES_MAX } from './export';

const GIB = 1024 ** 3;

export const ExportErrors = defineErrors({
  export_limit_reached: {
    kind: 'conflict',
    message: `At most ${OPEN_EXPORTS_MAX} exports can be pending or running at a time. Wait until one of them has ended.`,
  },
  export_expired: {
    kind: 'gone',
    message: 'The file of the export was deleted after 7 days. Create a new export.',
  },
});

/** The files of an account take up what is allowed. `freedAt` is when the first of them expires. */
export function storageFull(freedAt: Date | null): Error {
  const when = freedAt ? ` The next file expires at ${freedAt.toISOString()}.` : '';
  return ExportErrors.export_limit_reached({
    message:
      `The files of exports take up what an account can store: ${STORED_FILES_MAX} files or ${STORED_BYTES_MAX / GIB} GiB. ` +
      `Files are deleted 7 days after their completion.${when}`,
  });
}
