import { trackerContract } from '@symphony/testkit';
import { linearBench } from './linear-bench.ts';

trackerContract('linear', (items) => linearBench(items));
