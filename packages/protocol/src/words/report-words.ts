import type { ToolReport } from '@symphony/domain';
import { firstLine } from './phrase.ts';

/** What an agent told us through the host tools. */
export function reportWords(report: ToolReport): string {
  switch (report.kind) {
    case 'progress':
      return `reports${report.percent === null ? '' : ` ${report.percent} %`}: ${firstLine(report.text)}`;
    case 'deviation':
      return `${report.deviation.severity} deviation: expected ${firstLine(report.deviation.expected)}, found ${firstLine(report.deviation.discovered)}`;
    case 'discovery':
      return `${report.discovery.critical ? 'critical discovery' : 'discovery'}: ${firstLine(report.discovery.title)}`;
    case 'understanding':
      return `understands its mission anew: ${firstLine(report.text)}`;
    case 'requirement':
      return `found a requirement: ${firstLine(report.text)}`;
    case 'rule':
      return `found a ${report.area} rule: ${firstLine(report.text)}`;
    case 'hand-on':
      return `hands on ${report.key}: ${report.values.map(firstLine).join('; ')}`;
    case 'scope':
      return `asks to work in ${report.paths.join(', ')} too: ${firstLine(report.why)}`;
    case 'tracker':
      return `${TRACKER_ACTS[report.act]}: ${firstLine(report.text)}`;
  }
}

const TRACKER_ACTS = {
  comment: 'comments on the tracker',
  move: 'moves it on the tracker',
  create: 'makes a new item',
} as const;
