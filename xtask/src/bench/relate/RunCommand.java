import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.ast.Module;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.CNFTransformer;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Runs one command of a model in Alloy 6.3 with the options of its window: {@code RunCommand MODEL NUMBER} prints
 * {@code instance} or {@code none}; {@code RunCommand MODEL NUMBER FORMULA} writes the SAT solver's formula instead.
 */
public final class RunCommand {
    public static void main(String[] args) {
        Module model = CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, args[0]);
        Command command = model.getAllCommands().get(Integer.parseInt(args[1]) - 1);
        A4Options options = new A4Options();
        options.originalFilename = args[0];
        options.noOverflow = true;
        options.skolemDepth = 1;
        A4Reporter reporter = A4Reporter.NOP;
        if (args.length > 2) {
            options.solver = new CNFTransformer();
            reporter = new A4Reporter() {
                @Override
                public void resultCNF(String written) {
                    try {
                        Files.move(Path.of(written), Path.of(args[2]), StandardCopyOption.REPLACE_EXISTING);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
        }
        A4Solution found =
            TranslateAlloyToKodkod.execute_command(reporter, model.getAllReachableSigs(), command, options);
        if (args.length == 2) {
            System.out.println(found.satisfiable() ? "instance" : "none");
        }
        System.exit(0);
    }
}
