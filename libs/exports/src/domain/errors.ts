import { defineErrors } from '@trunkline/kernel';
import { OPEN_EXPORTS_MAX } from './export';

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
