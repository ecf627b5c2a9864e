"""spark-submit drift.py <exchanges> <parts>: each partition of the lines becomes a part of the report.

Then: hadoop fs -cat '<parts>/part-*' | paket-drift merge -
paket-drift must be on every worker (spark.executorEnv.PATH).
"""

import sys

from pyspark.sql import SparkSession

CHECK = "paket-drift traffic - --partial"

exchanges, parts = sys.argv[1:3]
lines = SparkSession.builder.appName("drift").getOrCreate().sparkContext.textFile(exchanges)
# With checkCode, a process that fails makes its task fail: Spark repeats the task, and uses the output of one attempt only.
lines.pipe(CHECK, checkCode=True).saveAsTextFile(parts)
