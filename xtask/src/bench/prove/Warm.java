import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import scala.jdk.javaapi.CollectionConverters;
import viper.silicon.SiliconRunnerInstance;

/** Silicon on many programs in one Java machine; says what each run cost, its solvers included. */
class Warm {
    /** Runs of a program before the one that counts. */
    private static final int BEFORE = 1;

    /** Programs that are run before all others. */
    private static final int FIRST = 10;

    public static void main(String[] arguments) throws Exception {
        List<String> all = Arrays.asList(arguments);
        int end = all.indexOf("--");
        List<String> options = all.subList(0, end);
        List<String> programs = all.subList(end + 1, all.size());
        for (String program : programs.subList(0, Math.min(FIRST, programs.size()))) {
            run(options, program);
        }
        for (String program : programs) {
            for (int i = 0; i < BEFORE; i++) {
                run(options, program);
            }
            double cpu = cpuSeconds();
            long start = System.nanoTime();
            run(options, program);
            double wall = (System.nanoTime() - start) / 1e9;
            // The solvers' time is known when they were waited for.
            Thread.sleep(100);
            System.out.println("\nwarm " + (cpuSeconds() - cpu) + " " + wall + " " + program);
        }
        System.exit(0);
    }

    private static void run(List<String> options, String program) {
        List<String> line = new ArrayList<>(options);
        line.add(program);
        try {
            new SiliconRunnerInstance().execute(CollectionConverters.asScala(line).toSeq(), scala.Option.empty());
        } catch (Throwable defect) {
            System.out.println(defect);
        }
    }

    /** CPU seconds of this process and the children that it waited for. */
    private static double cpuSeconds() throws Exception {
        String line = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        double ticks = 0;
        for (int i = 11; i <= 14; i++) {
            ticks += Double.parseDouble(fields[i]);
        }
        return ticks / 100;
    }
}
